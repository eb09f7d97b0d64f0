import type { Edits } from './scratch.ts'

const page = `---
title: Count the users of a project
description: Read the number of users of a project from the API.
order: 99
---

Send \`GET /admin/api/projects/{projectId}\` and read \`userCount\`.
`

export const addDocument = ({ write }: Edits): void => write('apps/docs/pages/how-to/users/count.md', page)
