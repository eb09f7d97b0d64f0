// Written by src/print.ts from messages/.
export interface SignInTestTexts {
  readonly title: string
  readonly text: string
  readonly start: string
  readonly noAddress: string
  readonly insecure: string
  readonly choose: string
  readonly chooseText: string
  readonly failed: string
  readonly succeeded: string
  readonly succeededText: string
  readonly idToken: string
  readonly idTokenText: string
  readonly accessToken: string
  readonly accessTokenText: string
  readonly scope: string
  readonly expiresIn: string
  readonly format: string
  readonly opaque: string
  readonly userInfo: string
  readonly userInfoText: string
}
