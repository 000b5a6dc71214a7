// Remaining times, updated once a minute in the page's language.

const MINUTE = 60_000;

/** Format minutes in the page's language, numbers with `write`: "2 d 21 h", "5 h 12 min", "3 d", "less than 10 min". */
export function duration(minutes, words, write) {
  const values = { days: Math.floor(minutes / 1440), hours: Math.floor(minutes / 60) % 24, minutes: minutes % 60 };
  const fill = (text) => text.replace(/%\((\w+)\)s/g, (_, name) => write(values[name])).replaceAll(" ", "\u00a0");
  if (minutes < 10) return fill(words.under);
  if (values.days) return fill(values.hours ? words.days : words.wholeDays);
  if (values.hours) return fill(values.minutes ? words.hours : words.wholeHours);
  return fill(words.minutes);
}

/** Keep the text of every <time data-countdown> up to date. */
export function keepCounting(words) {
  const number = new Intl.NumberFormat(document.documentElement.lang, { useGrouping: false });
  const show = (element) => {
    const minutes = Math.floor((new Date(element.dateTime) - Date.now()) / MINUTE);
    element.textContent = minutes < 0 ? words.over : duration(minutes, words, number.format);
  };
  setInterval(() => document.querySelectorAll("time[data-countdown]").forEach(show), MINUTE);
}
