// Sign-up: send the device's time zone, so that the first deadlines are right, and ask how often to send e-mails only if
// there is an address.

const field = document.querySelector("[name=time_zone]");
if (field) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

const email = document.querySelector("[name=email]"), when = document.querySelector("[name=email_when]")?.closest("fieldset");
const ask = () => { when.hidden = !email.value; };
if (email && when) {
  email.addEventListener("input", ask);
  ask();
}
