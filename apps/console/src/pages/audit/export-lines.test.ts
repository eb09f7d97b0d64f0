import type { AuditEntry } from '@signet/contracts'
import { expect, test } from 'vitest'
import { toCsv, toJsonLines } from './export-lines.ts'

const entry: AuditEntry = {
  id: 'aud_1',
  at: '2026-11-21T09:00:00.000Z',
  actor: 'usr_1',
  actorName: 'ada "the first", countess',
  actorNameThen: 'ada',
  action: 'client.update',
  targetType: 'Client',
  targetId: '=HYPERLINK("https://evil.example")',
  targetName: null,
  targetScope: null,
  surface: null,
  clientId: null,
  projectId: 'prj_1',
  connectionId: null,
  kid: null,
  detail: { name: { from: 'a', to: 'b\nc' } },
}

test('a CSV cell is quoted if necessary, and never a formula', () => {
  const [head, row] = toCsv([entry]).split('\r\n')
  expect(head).toBe(
    'id,at,actor,actorName,actorNameThen,action,targetType,targetId,targetScope,surface,clientId,projectId,connectionId,kid,detail',
  )
  expect(row).toBe(
    `aud_1,2026-11-21T09:00:00.000Z,usr_1,"ada ""the first"", countess",ada,client.update,Client,"'=HYPERLINK(""https://evil.example"")",,,,prj_1,,,"{""name"":{""from"":""a"",""to"":""b\\nc""}}"`,
  )
})

test('an export as JSON lines contains the entries unchanged', () => {
  const lines = toJsonLines([entry, entry]).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([entry, entry])
})
