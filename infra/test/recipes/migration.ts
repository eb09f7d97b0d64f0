import type { Edits } from './scratch.ts'

/** A column that this release does not read. */
export function addMigration({ insertAfter, run }: Edits): void {
  insertAfter(
    'packages/db/prisma/schema/instance.prisma',
    '  fromEmail      String  @map("from_email")\n',
    '  replyTo        String? @map("reply_to")\n',
  )
  run('node', 'packages/db/src/author/author.ts', 'smtp_reply_to')
  run('turbo', 'run', 'generate')
}
