import { describe, expect, it } from 'vitest'
import {
  defaultSettings,
  isReservedSlug,
  operations,
  optionsOfSetting,
  parseSettings,
  settingConflicts,
  settingKeys,
  settingNames,
  settingsCatalogue,
  typeOfSetting,
  WrongSettingError,
} from '../src/index.ts'

const namesIn = (text: string): string[] => text.trim().split(/\s+/)

/** concepts.md, "Settings". */
const booleans = namesIn(`
  authorization.allowOmittingSingleRegisteredRedirectUri pkce.required par.enabled
  par.allowUnregisteredRedirectUris dpop.enabled dpop.requireNonce introspection.enabled
  jwtIntrospection.enabled responseMode.jwt.enabled fapi.enabled clientCredentials.enabled
  backchannelLogout.enabled encryption.enabled userinfo.enabled jwtUserinfo.enabled revocation.enabled
  globalTokenRevocation.enabled rpInitiatedLogout.enabled claimsParameter.enabled mTLS.enabled
  mTLS.trustProxyCertificateHeader mTLS.certificateBoundAccessTokens mTLS.selfSignedTlsClientAuth
  mTLS.tlsClientAuth deviceFlow.enabled ciba.enabled plans.enabled requestObjects.enabled
  requestObjects.requireSignedRequestObject resourceIndicators.enabled
  richAuthorizationRequests.enabled cors.enabled rateLimit.enabled rateLimit.trustedProxy
  federation.enabled mcp.enabled scim.enabled scim.secretCredentials scim.staticTokens scim.strict
  errorStore.enabled errorreport.enabled registration.enabled
  registration.issueRegistrationAccessToken clientIdMetadataDocument.enabled
  registrationManagement.enabled registrationManagement.rotateRegistrationAccessToken
  conformIdTokenClaims
`)
const numbers = namesIn(`
  plans.regularTeamsPerAdministrator rateLimit.maxTrackedOrigins rateLimit.strict.max
  rateLimit.strict.windowSeconds rateLimit.ordinary.max rateLimit.ordinary.windowSeconds
  rateLimit.public.max rateLimit.public.windowSeconds loginThrottle.failureCap
  loginThrottle.windowSeconds loginThrottle.windowCeilingSeconds scim.rateLimit.max
  scim.rateLimit.windowSeconds errorStore.retentionDays errorStore.maxGroups
  errorStore.samplesPerGroup errorStore.queueDepth
`)
const others = namesIn(`
  deviceFlow.charset deviceFlow.mask ciba.deliveryModes projects.addressForms
  errorStore.originCaptureLevel clientAuthMethods projects.reservedHostnames scopes claims
  consent.scopeDescriptions acrValues richAuthorizationRequests.types
`)
/** Decisions 18, 54 and 96. */
const added = namesIn('accessTokenSigningAlg')
const addedNumbers = namesIn('rateLimit.client.max rateLimit.client.windowSeconds refreshTokens.reuseSeconds')

describe('settings catalogue', () => {
  it('the catalogue has exactly the keys of the specification with their types, each with one sentence', () => {
    const ofType = (...types: string[]) =>
      settingKeys.filter((key) => types.includes(typeOfSetting(key))).sort()
    expect(ofType('boolean')).toEqual(booleans.sort())
    expect(ofType('integer')).toEqual([...numbers, ...addedNumbers].sort())
    expect(ofType('string', 'choice', 'list', 'object')).toEqual([...others, ...added].sort())
    for (const key of settingKeys) expect(settingsCatalogue[key].description, key).toMatch(/^[A-Z].*\.$/)
  })

  it('each setting has a short English name that no other setting has', () => {
    expect(Object.keys(settingNames).toSorted()).toEqual(settingKeys.toSorted())
    const names = Object.values(settingNames)
    for (const name of names) expect(name).toMatch(/^[A-Z].{3,49}[^.]$/)
    expect(new Set(names).size).toBe(names.length)
  })

  it('every default is valid for its schema, and all defaults together', () => {
    for (const key of settingKeys) {
      const { schema, default: value } = settingsCatalogue[key]
      expect(schema.safeParse(value).success, key).toBe(true)
    }
    expect(settingConflicts(defaultSettings)).toEqual([])
  })

  it('the default settings are secure', () => {
    expect(defaultSettings).toMatchObject({
      'pkce.required': true,
      'mcp.enabled': false,
      'registration.enabled': false,
      'rateLimit.trustedProxy': false,
      'projects.addressForms': 'path',
    })
  })

  it('the catalogue offers the values of a choice and of the items of a list', () => {
    expect(optionsOfSetting('projects.addressForms')).toEqual(['path', 'subdomain', 'both'])
    expect(optionsOfSetting('ciba.deliveryModes')).toEqual(['poll', 'ping'])
    expect(optionsOfSetting('scopes')).toBeUndefined()
  })

  it('stored values override the defaults, and unknown keys are ignored', () => {
    const settings = parseSettings({ 'plans.enabled': true, 'some.future.key': 1 })
    expect(settings['plans.enabled']).toBe(true)
    expect(settings['pkce.required']).toBe(true)
    expect(settings).not.toHaveProperty(['some.future.key'])
  })

  it('a value stored with the wrong type is rejected with its key', () => {
    expect(() => parseSettings({ 'rateLimit.strict.max': '120' })).toThrow(WrongSettingError)
    expect(() => parseSettings({ 'rateLimit.strict.max': '120' })).toThrow('rateLimit.strict.max')
  })

  it('a combination that the server rejects is reported with the key to change', () => {
    const conflicts = settingConflicts({
      ...defaultSettings,
      'errorStore.enabled': false,
      'errorreport.enabled': true,
    })
    expect(conflicts).toEqual([{ key: 'errorreport.enabled', message: 'needs errorStore.enabled' }])
    const unbound = settingConflicts({ ...defaultSettings, 'fapi.enabled': true, 'dpop.enabled': false })
    expect(unbound.map(({ key }) => key)).toEqual(['fapi.enabled'])
  })

  it('the update accepts keys outside the list, and rejects a known key of the wrong type', () => {
    const { input } = operations.settings_update
    expect(input.safeParse({ 'some.future.key': { a: 1 } }).success).toBe(true)
    expect(input.safeParse({ 'pkce.required': 'yes' }).success).toBe(false)
  })
})

describe('reserved names', () => {
  it('a path segment may not be a route of the instance or a name of the subdomain list', () => {
    for (const name of ['health', 'ready', 'account', 'admin', 'smtp', 'WWW']) {
      expect(isReservedSlug(name, 'path'), name).toBe(true)
    }
    expect(isReservedSlug('acme', 'path')).toBe(false)
  })

  it('a subdomain may be a route name, but not a name of the subdomain list or of the operator', () => {
    expect(isReservedSlug('device', 'subdomain')).toBe(false)
    expect(isReservedSlug('mail', 'subdomain')).toBe(true)
    expect(isReservedSlug('intranet', 'subdomain', ['Intranet'])).toBe(true)
  })
})
