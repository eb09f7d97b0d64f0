import { Html } from '@signet/http'

export const minute: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
}

/** Writes the times of the page in the time zone of the browser, which the server does not know. */
const script = `for (const time of document.querySelectorAll('time.local'))
  time.textContent = new Date(time.dateTime).toLocaleString(document.documentElement.lang, ${JSON.stringify(minute)})`

export const localTimesScript = { text: script, element: new Html(`<script>${script}</script>`) }
