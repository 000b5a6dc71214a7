// Registering: deadlines are shown in the time zone of the device from the first game on, and how often to send e-mails
// is asked only when there is an address.

const field = document.querySelector("[name=time_zone]");
if (field) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

const email = document.querySelector("[name=email]"), when = document.querySelector("[name=email_when]")?.closest("fieldset");
const ask = () => { when.hidden = !email.value; };
if (email && when) {
  email.addEventListener("input", ask);
  ask();
}
