import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import rejectStructuredTokens from 'oidc-provider/lib/shared/reject_structured_tokens.js'
import { describe, expect, it } from 'vitest'
import {
  rejectDottedToken,
  replaceStructuredTokenStep,
  stepsByEndpoint,
} from '../../src/provider/structured-token-step.ts'

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const pass = (token: string) => {
  const ctx = { oidc: { route: 'introspection', params: { token } } } as unknown as KoaContextWithOIDC
  const passed = Promise.resolve()
  return { passed, result: rejectDottedToken(ctx, () => passed) }
}

describe('structured tokens:', () => {
  it.each(Object.entries(stepsByEndpoint))('the step of %s is replaced once', (_endpoint, steps) => {
    replaceStructuredTokenStep()
    replaceStructuredTokenStep()
    expect(steps.filter(({ name }) => name === rejectDottedToken.name)).toHaveLength(1)
    expect(steps).not.toContain(rejectStructuredTokens)
  })

  it('an opaque token is passed on without the check of oidc-provider', () => {
    const { passed, result } = pass('a'.repeat(43))
    expect(result).toBe(passed)
  })

  it.each([3, 5])('a token of %i parts with the header of a JWT is rejected', async (parts) => {
    const token = [part({ alg: 'none' }), ...Array<string>(parts - 1).fill('x')].join('.')
    await expect(pass(token).result).rejects.toThrow(errors.UnsupportedTokenType)
  })
})
