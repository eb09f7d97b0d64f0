export interface SlowJourneys {
  readonly file: string
  /** Part of the name of the browser, the file and the title, with which Playwright selects them. */
  readonly pattern: string
  readonly reason: string
  /** Title of a journey of `npm test` with the shortest case of the same guarantee. */
  readonly fast: string
}

/** The only list of these journeys. */
export const slowJourneys: readonly SlowJourneys[] = [
  {
    file: 'walk.test.ts',
    pattern: 'walk-(?:ru|zh|de|ar) ',
    reason: 'Visits every page in four further languages.',
    fast: 'every page of the console renders without an error, and is accessible',
  },
  {
    file: 'conformance.test.ts',
    pattern: 'the conformance runner signs a user in for the suite',
    reason: 'Starts a second Signet, a recorded suite and a proxy with TLS.',
    fast: 'the conformance runner names each module whose result differs from the expected one',
  },
  {
    file: 'quick-start.test.ts',
    pattern: 'the quick start of a project runs as printed at an https issuer',
    reason: 'Starts a second Signet behind a proxy with TLS.',
    fast: 'the quick start of a project runs as printed at an http issuer',
  },
  {
    file: 'tutorials.test.ts',
    pattern: 'a reader of the tutorials gets from an empty instance',
    reason: 'Starts a second Signet, and follows two tutorials.',
    fast: 'a new administrator gets from the link of an empty instance to the first sign-in by following the pages',
  },
  {
    file: 'documents.test.ts',
    pattern:
      'the page /docs/(?:tutorial|stacks|how-to|explanation|reference/(?:api/errors|instance|protocols))/',
    reason: 'Checks one page of each section of the documents in two sizes.',
    fast: 'the page /docs/reference/api/users/ of the documents is accessible, narrow enough and at most 100 KiB',
  },
  {
    file: 'first-sign-in.test.ts',
    pattern: 'an application of a subdomain project signs its user in',
    reason: 'Repeats the first sign-in at another form of address.',
    fast: 'an application of a path project signs its user in',
  },
  {
    file: 'nouns/palette.test.ts',
    pattern: 'the address opens the dialog of every change with a sheet',
    reason: 'Opens every dialog of the console.',
    fast: 'a command of the palette opens the dialog of the button, and closing it leaves the page',
  },
  {
    file: 'nouns/keyboard.test.ts',
    pattern: 'keyboard\\.test\\.ts .*(?<!created|removed|menu), with the keyboard only',
    reason: 'Presses Tab through nine tasks with their dialogs.',
    fast: 'the reason why a user cannot sign in is found and removed, with the keyboard only',
  },
  {
    file: 'nouns/company.test.ts',
    pattern: 'an administrator finds each refused user of a directory in the console',
    reason: 'Opens the page of a directory for each refused user.',
    fast: 'a company changes its directory: users and groups are handed over in at most five clicks with their ids',
  },
]

export const slowJourneysPattern = slowJourneys.map(({ pattern }) => pattern).join('|')
