import stepsOf from 'oidc-provider/lib/actions/authorization/index.js'
import { checkScope } from 'oidc-provider/lib/actions/authorization/scopes.js'
import { describe, expect, it } from 'vitest'
import { addAuthorizationSteps, arrivals, completeScopeStep } from '../../src/provider/authorization-steps.ts'

describe('steps of an authorization request:', () => {
  it.each(arrivals)('the scope is completed once, directly before its check, at %s', (arrival) => {
    addAuthorizationSteps()
    addAuthorizationSteps()
    const steps = stepsOf(arrival)
    expect(steps.filter((step) => step === completeScopeStep)).toHaveLength(1)
    expect(steps.indexOf(completeScopeStep)).toBe(steps.indexOf(checkScope) - 1)
  })

  it.each(['resume', 'code_verification', 'device_resume'])(
    'a stored request is not changed at %s',
    (later) => {
      expect(stepsOf(later)).not.toContain(completeScopeStep)
    },
  )
})
