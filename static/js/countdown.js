// Times left, said again once a minute in the words of the page.

const MINUTE = 60_000;

/** Keep the text of every <time data-countdown> true. */
export function keepCounting(words) {
  const number = new Intl.NumberFormat(document.documentElement.lang, { useGrouping: false });
  const fill = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => number.format(values[name]));
  const show = (element) => {
    const minutes = Math.floor((new Date(element.dateTime) - Date.now()) / MINUTE);
    const values = { days: Math.floor(minutes / 1440), hours: Math.floor(minutes / 60) % 24, minutes: minutes % 60 };
    if (minutes < 0) element.textContent = words.over;
    else if (minutes < 10) element.textContent = words.under;
    else if (values.days) element.textContent = fill(words.days, values);
    else if (values.hours) element.textContent = fill(words.hours, values);
    else element.textContent = fill(words.minutes, values);
  };
  setInterval(() => document.querySelectorAll("time[data-countdown]").forEach(show), MINUTE);
}
