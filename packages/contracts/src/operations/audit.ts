import * as z from 'zod'
import { signedIn } from '../access.ts'
import { AuditSurface, AuditTargetType } from '../audit-targets.ts'
import { exampleIds } from '../examples.ts'
import { limits } from '../limits.ts'
import { defineOperation } from '../operation.ts'
import { AuditEntry } from '../resources/audit-entry.ts'
import { Count, id, TimeFilter } from '../values.ts'

const { auditPage } = limits
const text = z.string().min(1).max(200)

export const audit_list = defineOperation({
  tool: 'audit_list',
  route: 'GET /audit',
  kind: 'read',
  effects: ['none'],
  title: 'List audit entries',
  description:
    'Lists changes and their actors, newest first; without super administrator rights, the entries of your teams.',
  input: z.strictObject({
    actor: text.optional(),
    action: text.optional(),
    targetType: AuditTargetType.optional(),
    targetId: z.string().min(1).max(2000).optional(),
    targetScope: text.optional(),
    viaSurface: AuditSurface.optional(),
    viaClientId: z.string().min(1).max(2000).optional(),
    project: id('project').optional().describe('Entries of this project.'),
    connection: id('connection').optional().describe('Entries by or about it.'),
    provider: text.optional().describe('Entries about this provider.'),
    actionPrefix: text.optional().describe('Whole segments, such as project.key.'),
    from: TimeFilter.optional().describe('Day or RFC 3339 time, inclusive.'),
    to: TimeFilter.optional().describe('Day or RFC 3339 time, exclusive.'),
    page: z.int().min(1).max(999_999_999).default(1),
    pageSize: z.int().min(1).max(auditPage.max).default(auditPage.default),
  }),
  answer: z.strictObject({
    entries: z.array(AuditEntry),
    page: z.int(),
    pageSize: z.int(),
    total: Count.describe('Counted up to 10,000.'),
    totalCapped: z.boolean().describe('true: more than total match.'),
  }),
  access: signedIn,
  errors: ['audit_prefix_ambiguous'],
  example: { project: exampleIds.project, actionPrefix: 'client.', from: '2026-11-01', pageSize: 20 },
})
