declare module 'virtual:operations' {
  interface Facts {
    readonly noun: import('@signet/contracts').Noun
    readonly title: string
    readonly route: string
    /** True for operations that agents and machines may not call. */
    readonly consoleOnly?: true
    /** The irreversible consequence. */
    readonly consequence?: string
  }
  const operations: Readonly<Record<import('@signet/contracts').OperationName, Facts>>
  export default operations
}
