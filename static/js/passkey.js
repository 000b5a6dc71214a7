// Says so on the page when the browser and the passkey did not come to an end; the library would tell the console only.

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  document.getElementById("passkey-failed").hidden = false;
});
