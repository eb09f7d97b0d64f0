import { directoryGuideTexts, openIdConnectSteps, providerGuides } from '@signet/contracts'

/** How to connect what is elsewhere; agents are told the same. */
export const guides = {
  /** In the place of an address, while the project has none. */
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
