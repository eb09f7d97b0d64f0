// Written by src/print.ts from messages/.
export interface SessionsTexts {
  readonly text: string
  readonly browser: string
  readonly thisBrowser: string
  readonly anotherBrowser: string
  readonly lastSeen: string
  readonly signedIn: string
  readonly endsAt: string
  readonly end: string
  readonly ended: string
  readonly endOthers: string
  readonly othersEnded: (count: number) => string
  readonly nowhere: string
}
