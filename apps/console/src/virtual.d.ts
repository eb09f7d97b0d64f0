declare module 'virtual:operations' {
  interface Facts {
    readonly noun: import('@signet/contracts').Noun
    readonly title: string
    readonly route: string
    /** Agents and machines may not call it. */
    readonly consoleOnly?: true
    /** What cannot be taken back. */
    readonly consequence?: string
  }
  const operations: Readonly<Record<import('@signet/contracts').OperationName, Facts>>
  export default operations
}
