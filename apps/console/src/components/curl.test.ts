import { expect, test } from 'vitest'
import { curlOf } from './curl.ts'

test('the curl call of a change has its path filled in and the other fields in the body', () => {
  const call = curlOf('https://id.example', 'PATCH /projects/:projectId', {
    projectId: 'prj_1',
    name: "Ada's",
  })
  expect(call).toBe(
    [
      "curl -X PATCH 'https://id.example/admin/api/projects/prj_1' \\",
      '  -H "Authorization: Bearer $TOKEN" \\',
      "  -H 'Content-Type: application/json' \\",
      `  -d '{"name":"Ada'\\''s"}'`,
    ].join('\n'),
  )
})

test('the curl call of a read has the other fields in its query, and names unknown ones', () => {
  expect(curlOf('https://id.example', 'GET /projects/:projectId/users', { q: 'a b' })).toContain(
    "curl 'https://id.example/admin/api/projects/{projectId}/users?q=a+b'",
  )
})
