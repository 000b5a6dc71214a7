// Registering: deadlines are shown in the time zone of the device from the first game on.

const field = document.querySelector("[name=time_zone]");
if (field) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
