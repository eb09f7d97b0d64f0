import { expect, test } from 'vitest'
import { curlOf, pathsOf, shellVariables } from './curl.ts'

const routes = [
  'GET /projects/:projectId/users/:userId',
  'POST /projects/:projectId/users/:userId/lock',
  'GET /projects/:projectId/users/:userId/passkeys/:passkeyId',
]

test('the curl call of a change has a variable for its path parameter and the other fields in the body', () => {
  expect(curlOf('PATCH /projects/:projectId', { projectId: 'prj_1', name: "Ada's" })).toBe(
    [
      'curl -X PATCH "$SIGNET/projects/$PROJECT_ID" \\',
      '  -H "Authorization: Bearer $TOKEN" \\',
      "  -H 'Content-Type: application/json' \\",
      `  -d '{"name":"Ada'\\''s"}'`,
    ].join('\n'),
  )
})

test('the curl call of a read has the other fields in its query', () => {
  expect(curlOf('GET /projects/:projectId/users', { q: 'a b' })).toContain(
    'curl "$SIGNET/projects/$PROJECT_ID/users?q=a+b"',
  )
})

test('the shell variables have the ids of the page, and a placeholder for other ids', () => {
  expect(shellVariables('https://id.example', routes, { projectId: 'prj_1', userId: 'a/b' })).toBe(
    [
      "SIGNET='https://id.example/admin/api'",
      "TOKEN='…'",
      "PROJECT_ID='prj_1'",
      "USER_ID='a%2Fb'",
      "PASSKEY_ID='…'",
    ].join('\n'),
  )
})

test('each path keeps at least one segment after the common beginning', () => {
  expect(pathsOf(routes)).toEqual({
    common: 'projects/$PROJECT_ID/users',
    paths: [
      { method: 'GET', path: '$USER_ID' },
      { method: 'POST', path: '$USER_ID/lock' },
      { method: 'GET', path: '$USER_ID/passkeys/$PASSKEY_ID' },
    ],
  })
  expect(pathsOf(['GET /teams']).paths).toEqual([{ method: 'GET', path: 'teams' }])
})
