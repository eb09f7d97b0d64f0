/** The language of the console's own words, and so of its dates, numbers and direction, whatever the browser prefers. */
export const language = 'en-US'
