// The rules used to be one long page: redirect a link to one of its anchors to the chapter's page.
const anchor = location.hash.slice(1);
const link = anchor && document.querySelector(`.chapters > li#${CSS.escape(anchor)} a`);
if (link) location.replace(link.href);
