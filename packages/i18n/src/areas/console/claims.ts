// Written by src/print.ts from messages/.
export interface ClaimsTexts {
  readonly title: string
  readonly text: {
    readonly application: string
    readonly api: string
    readonly project: string
  }
  readonly none: string
  readonly entry: (number: string) => string
  readonly add: string
  readonly remove: (number: string) => string
  readonly up: (number: string) => string
  readonly claim: string
  readonly source: string
  readonly field: (name: string) => string
  readonly sources: {
    readonly groupIds: string
    readonly groupNames: string
    readonly storedClaim: string
    readonly fixed: string
    readonly acr: string
    readonly amr: string
  }
  readonly storedClaim: string
  readonly value: string
  readonly valueHint: string
  readonly scope: string
  readonly group: string
  readonly anyone: string
  readonly deletedGroup: string
  readonly outputs: string
  readonly outputNames: {
    readonly id_token: string
    readonly userinfo: string
    readonly access_token: string
  }
  readonly save: string
  readonly saved: string
  readonly preview: {
    readonly title: string
    readonly text: string
    readonly user: string
    readonly search: string
    readonly change: string
    readonly scope: string
    readonly classes: string
    readonly api: string
    readonly noApi: string
    readonly choose: string
    readonly notIssuable: string
    readonly noIdToken: string
    readonly noUserInfo: string
    readonly missing: string
    readonly origins: {
      readonly protocol: string
      readonly account: (source: string) => string
      readonly application: (source: string) => string
      readonly api: (source: string) => string
      readonly project: (source: string) => string
    }
    readonly reasons: {
      readonly overridden: string
      readonly scope_not_granted: string
      readonly not_in_group: string
      readonly rejected_by_user: string
      readonly no_user: string
      readonly no_sign_in: string
      readonly no_value: string
      readonly wrong_format: string
      readonly too_many_groups: string
      readonly too_large: string
    }
  }
}
