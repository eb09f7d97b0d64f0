import { directoryGuideTexts, openIdConnectSteps, providerGuides } from '@signet/contracts'

/** Steps to connect providers and directories; agents receive the same texts. */
export const guides = {
  /** Shown in place of an address that the project does not have yet. */
  later: 'the address that the project gets',
  providers: {
    google: providerGuides.google.steps,
    microsoft: providerGuides.microsoft.steps,
    apple: providerGuides.apple.steps,
    entra: providerGuides.entra.steps,
    okta: providerGuides.okta.steps,
    auth0: providerGuides.auth0.steps,
    keycloak: providerGuides.keycloak.steps,
    gitlab: providerGuides.gitlab.steps,
    oidc: openIdConnectSteps,
  },
  directories: directoryGuideTexts,
}
