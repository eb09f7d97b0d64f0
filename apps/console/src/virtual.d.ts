declare module 'virtual:operations' {
  interface Facts {
    readonly noun: import('@signet/contracts').Noun
    readonly route: string
    readonly access: import('@signet/contracts').Access
    /** Agents and machines may not call the operation. */
    readonly consoleOnly?: true
    /** A read that is no GET, because its input is too long for an address. */
    readonly isRead?: true
  }
  const operations: Readonly<Record<import('@signet/contracts').OperationName, Facts>>
  export default operations
}

declare module 'virtual:operation-texts' {
  interface OperationTexts {
    readonly title: string
    readonly consequence?: string
  }
  const texts: Readonly<Record<import('@signet/contracts').OperationName, OperationTexts>>
  export default texts
}

declare module 'virtual:operation-examples' {
  const examples: Readonly<
    Record<import('@signet/contracts').OperationName, Readonly<Record<string, unknown>>>
  >
  export default examples
}

declare module 'virtual:texts' {
  type Contract = typeof import('@signet/contracts')
  type OperationName = import('@signet/contracts').OperationName
  type Steps = Readonly<Record<number, string>>

  /** Empty for English. A missing translation is shown in English. */
  interface ContractTexts {
    readonly operations: Readonly<Partial<Record<OperationName, string>>>
    readonly consequences: Readonly<Partial<Record<OperationName, string>>>
    readonly settings: Readonly<Partial<Record<import('@signet/contracts').SettingKey, string>>>
    readonly refusals: Readonly<
      Partial<
        Record<import('@signet/contracts').ErrorCode, { readonly title: string; readonly remedy: string }>
      >
    >
    readonly guides: {
      readonly providers?: Readonly<
        Partial<Record<keyof Contract['providerGuides'] | 'oidc' | 'saml', Steps>>
      >
      readonly directories?: Readonly<
        Partial<
          Record<keyof Contract['directoryGuideTexts'], { readonly steps: Steps; readonly pitfalls: Steps }>
        >
      >
    }
  }

  export type Texts = import('@signet/i18n/console').ConsoleTexts & ContractTexts

  type Plural = (count: number, forms: import('./texts/format.ts').PluralForms) => string

  type TextsWith<Loaded> = (plural: Plural, number: (value: number) => string) => Loaded

  export type AreaLoader = () => Promise<{ readonly default: TextsWith<Partial<Texts>> }>

  interface Language {
    readonly default: TextsWith<Texts>
    /** Set when the build has split the texts. */
    readonly areas?: Readonly<Record<string, AreaLoader>>
  }
  const loaders: Readonly<Record<import('@signet/i18n').ConsoleLocale, () => Promise<Language>>>
  export default loaders
}

declare module 'virtual:stack-notes' {
  /** A missing translation is shown in English. */
  type Notes = Readonly<Partial<Record<keyof typeof import('@signet/contracts').stackNotes, string>>>

  const loaders: Readonly<
    Partial<Record<import('@signet/i18n').ConsoleLocale, () => Promise<{ readonly default: Notes }>>>
  >
  export default loaders
}

declare module 'virtual:setting-names' {
  /** A missing translation is shown in English. */
  type Names = Readonly<Partial<Record<import('@signet/contracts').SettingKey, string>>>

  const loaders: Readonly<
    Partial<Record<import('@signet/i18n').ConsoleLocale, () => Promise<{ readonly default: Names }>>>
  >
  export default loaders
}
