// The rules were one long page once: a link to one of its anchors goes on to the page of that chapter.
const anchor = location.hash.slice(1);
const link = anchor && document.querySelector(`.chapters > li#${CSS.escape(anchor)} a`);
if (link) location.replace(link.href);
