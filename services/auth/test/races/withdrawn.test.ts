import { expect, test } from 'vitest'
import type { ArtifactStore } from '../../src/artifacts/artifact-store.ts'
import { UnitOfWork } from '../../src/request/unit-of-work.ts'

function pendingRequest(): UnitOfWork {
  const unit = new UnitOfWork({} as ArtifactStore, 'prj_one')
  unit.add({ do: 'consume', model: 'AuthorizationCode', id: 'code', grantId: 'grant' })
  unit.add({ do: 'upsert', model: 'AccessToken', id: 'token', payload: {}, expiresIn: 60 })
  unit.add({ do: 'upsert', model: 'Session', id: 'session', payload: {}, expiresIn: 60 })
  return unit
}

test('a rejected request withdraws the redemption of its code and the token, and stores its session', () => {
  const unit = pendingRequest()
  unit.withdrawRedemptions()
  expect(unit.pending('AuthorizationCode', 'code')).toBeUndefined()
  expect(unit.pending('AccessToken', 'token')).toBeUndefined()
  expect(unit.pending('Session', 'session')).toMatchObject({ do: 'upsert' })
})
