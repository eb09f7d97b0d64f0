import type { AuditEntry } from '@signet/contracts'
import { expect, test } from 'vitest'
import { changesIn } from './setting-history.ts'

const entry: AuditEntry = {
  id: 'aud_1',
  at: '2026-11-21T09:00:00.000Z',
  actor: 'usr_1',
  actorName: null,
  actorNameThen: 'ada@acme.example',
  action: 'settings.update',
  targetType: 'ApplicationConfig',
  targetId: 'settings',
  targetName: null,
  targetScope: null,
  surface: null,
  clientId: null,
  projectId: null,
  connectionId: null,
  kid: null,
  detail: { 'mcp.enabled': { from: false, to: true }, note: 'text' },
}

test('an entry of the audit gives one change for each setting, with the name of an actor that no longer exists', () => {
  expect(changesIn(entry)).toEqual([
    {
      ...{ id: 'aud_1 mcp.enabled', key: 'mcp.enabled', at: entry.at, actor: 'ada@acme.example' },
      ...{ from: false, to: true },
    },
  ])
})

test('an entry of error reporting changes the setting with its beginning', () => {
  const detail = { enabled: { from: true, to: false } }
  expect(changesIn({ ...entry, detail }, 'errorreport.').map(({ key }) => key)).toEqual([
    'errorreport.enabled',
  ])
})
