export interface SlowJourneys {
  readonly file: string
  /** Matches the name of the browser, the file and the title. */
  readonly pattern: string
  readonly reason: string
  /** Journey of `npm test` with the shortest case of the same guarantee. */
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
      'the page /docs/(?:tutorial|stacks|how-to|explanation|reference/(?:api/(?:users|errors)|instance|protocols))/',
    reason: 'Checks one page of each section of the documents in two sizes.',
    fast: 'the page /docs/reference/api/audit/ of the documents is accessible, narrow enough and at most 100 KiB',
  },
  {
    file: 'first-sign-in.test.ts',
    pattern: 'an application of a subdomain project signs its user in',
    reason: 'Repeats the first sign-in at another form of address.',
    fast: 'an application of a path project signs its user in',
  },
  {
    file: 'command-line.test.ts',
    pattern: 'a machine with its own key plans a file|a service account of a team signs the command line in',
    reason: 'Repeats the sign-in of the command line with two kinds of machines.',
    fast: 'an administrator signs the command line in with a code, and applies a file',
  },
  {
    file: 'tasks.test.ts',
    pattern: 'clicks from (?:System|Audit)',
    reason: 'Repeats a task from two further pages.',
    fast: 'the reason why a user cannot sign in is shown after 2 clicks from Home',
  },
  {
    file: 'nouns/palette.test.ts',
    pattern: 'the address opens the dialog of every change with a sheet',
    reason: 'Opens every dialog of the console.',
    fast: 'a command of the palette opens the dialog of the button, and closing it leaves the page',
  },
  {
    file: 'nouns/keyboard.test.ts',
    pattern: 'keyboard\\.test\\.ts .*(?<!created|removed), with the keyboard only',
    reason: 'Presses Tab through ten tasks with their dialogs.',
    fast: 'the reason why a user cannot sign in is found and removed, with the keyboard only',
  },
  {
    file: 'nouns/company.test.ts',
    pattern: 'an administrator finds each refused user of the directory in the console',
    reason: 'Opens the page of a directory for each refused user.',
    fast: 'a company changes its directory: users and groups are handed over in at most five clicks with their ids',
  },
  {
    file: 'accessible.test.ts',
    pattern: 'accessible accessible\\.test',
    reason: 'Checks every page at two further sizes, in dark colors and with the keyboard.',
    fast: 'every page of the console renders without an error, and is accessible',
  },
  {
    file: 'nouns/company.test.ts',
    pattern: 'a company leaves (?:and its users stay|with its users)',
    reason: 'Repeats the change of a directory with the departure of a company.',
    fast: 'a company changes its directory: users and groups are handed over in at most five clicks with their ids',
  },
  {
    file: 'nouns/system-settings.test.ts',
    pattern:
      'each section of the system settings|an undo of a setting is refused|the address of a setting opens|typed values of a setting',
    reason: 'Opens every section of the settings in two sizes, two editors, and a section by its address.',
    fast: 'a setting is found by its name, changed after a confirmation, and set to a former value from its history',
  },
  {
    file: 'nouns/lists.test.ts',
    pattern:
      'a link restores the side view|the order of a column is requested|reads the names of teams they do not',
    reason: 'Repeats parts of the lists that their keyboard journey uses.',
    fast: 'a list is navigated, previewed, sorted, filtered, arranged and saved, with the keyboard only',
  },
  {
    file: 'nouns/administration.test.ts',
    pattern:
      'the palette finds an administrator by|a machine is permitted|a plan is created, is not|a service account is created for jobs|support resets credentials',
    reason: 'Creates, changes and deletes further kinds of objects with the same dialogs.',
    fast: 'a team is created, an administrator joins, becomes its owner and leaves, and the team is deleted',
  },
  {
    file: 'nouns/audit.test.ts',
    pattern: 'the filtered audit is saved|the audit is filtered by|a narrow audit shows',
    reason: 'Repeats filters and the side view with the entries of the audit.',
    fast: 'a list is navigated, previewed, sorted, filtered, arranged and saved, with the keyboard only',
  },
  {
    file: 'nouns/people.test.ts',
    pattern: 'a group is created, filled|the tab API of a user lists',
    reason: 'Repeats the dialogs of users with groups.',
    fast: 'a user is created, locked with a reason, unlocked, signed out, renamed and deleted',
  },
  {
    file: 'nouns/user-data.test.ts',
    pattern: 'users of a file are checked|an export with hashes is refused',
    reason: 'Imports and exports files.',
    fast: 'the data of a user is downloaded, and the user is erased with a receipt',
  },
  {
    file: 'nouns/application.test.ts',
    pattern: 'every field of an application is set|each section of the settings of an application',
    reason: 'Sets every field of the largest form, and checks each of its sections in two sizes.',
    fast: 'a rotation in the console keeps the previous secret for a day, and a press revokes it',
  },
  {
    file: 'nouns/project.test.ts',
    pattern:
      'an API is declared, rejected|an application gets the grants of tokens|a key is generated, and revoked|a project moves to another address|the stored secret of a provider|a provider with SAML is connected|groups and claims of a provider|the console explains why a provider',
    reason: 'Creates and changes further parts of a project with the same dialogs.',
    fast: 'an identity provider is added, changed and deleted; a directory is created and its secret shown once',
  },
  {
    file: 'typed.test.ts',
    pattern: 'typed input (?:survives (?:another change of|the end of|a save that fails)|in |is protected)',
    reason: 'Repeats the protection of typed input at further events.',
    fast: "typed input › typed input survives another administrator's save, with a notice of the stored values, and saving keeps the other fields",
  },
  {
    file: 'nouns/palette.test.ts',
    pattern: 'the palette finds settings, pages|single keys lead to pages',
    reason: 'Presses every key, and searches every source of the palette.',
    fast: 'a command of the palette opens the dialog of the button, and closing it leaves the page',
  },
  {
    file: 'nouns/approvals.test.ts',
    pattern:
      'a browser with permission shows|a super administrator requires two|the page of approvals names a browser|a super administrator sets the webhook',
    reason: 'Repeats approvals with notifications, a second approver and a webhook.',
    fast: 'an administrator reads the reason of an agent, approves its call, and sees that the agent made it',
  },
  {
    file: 'nouns/undo.test.ts',
    pattern: 'a directory is disabled and an administrator|disabling the only sign-in method',
    reason: 'Repeats Undo with further objects.',
    fast: 'a provider is disabled without a question while every user has another sign-in method, and Undo enables it',
  },
  {
    file: 'nouns/labels.test.ts',
    pattern: 'a label with an invalid key|a changed form and a confirmation of an object',
    reason: 'Repeats labels with refused values and with tools.',
    fast: 'labels and the tool of an application are edited in a dialog, which names a line without a key',
  },
  {
    file: 'nouns/project-file.test.ts',
    pattern: 'the secrets that a project file names|a migration hook is set',
    reason: 'Repeats project files with secrets and hooks.',
    fast: 'a project file is downloaded, planned as a difference, and applied after a change of the project with the new plan',
  },
  {
    file: 'nouns/activity.test.ts',
    pattern: 'the activity of a project is compared',
    reason: 'Compares two months.',
    fast: 'the activity has charts, tables without empty rows, and an export of every project',
  },
  {
    file: 'nouns/libraries.test.ts',
    pattern: 'an application that lacks options of a library',
    reason: 'Repeats the presets of a library with an existing application.',
    fast: 'the library of a new application presets its options, and the page shows its example',
  },
  {
    file: 'nouns/old-addresses.test.ts',
    pattern: 'addresses of the console before 1',
    reason: 'Opens every former address.',
    fast: 'an old address of the console redirects a visitor before the sign-in',
  },
  {
    file: 'nouns/concurrent-edits.test.ts',
    pattern: 'edits of two fields of one object',
    reason: 'Repeats two editors without a conflict.',
    fast: 'the second of two editors of one field sees the value of the first and chooses',
  },
]

export const slowJourneysPattern = slowJourneys.map(({ pattern }) => pattern).join('|')
