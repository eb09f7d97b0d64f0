import { type PlannedChange, type ProjectFile, projectFileSections } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'

/** Example: `applications/Web shop`. */
export const subjectOf = (section: string, name: string): string => `${section}/${name}`

export async function readProtections(executor: Executor, projectId: string): Promise<ReadonlySet<string>> {
  const [row] = await executor.rows<{ subjects: string[] }>(
    sql`SELECT prevent_destroy AS subjects FROM projects WHERE id = ${projectId}`,
  )
  return new Set(row?.subjects)
}

/**
 * An entry with true adds a protection, an entry with false ends it, and an entry without the field keeps it. Ends those of objects
 * that no longer exist.
 * @returns the change for the plan, if there is one
 */
export async function storeProtections(
  executor: Executor,
  projectId: string,
  stored: ReadonlySet<string>,
  file: ProjectFile,
): Promise<PlannedChange[]> {
  const wanted = wantedProtections(stored, file)
  const from = [...stored].toSorted()
  const to = [...wanted].toSorted()
  if (JSON.stringify(from) === JSON.stringify(to)) return []
  await executor.run(sql`UPDATE projects SET prevent_destroy = ${to} WHERE id = ${projectId}`)
  return [
    {
      operation: 'project_file_apply',
      subject: 'project',
      action: 'update',
      changes: [{ field: 'preventDestroy', from, to }],
      effects: ['none'],
      consequence: 'Project files delete only objects that are not protected.',
      consequences: [],
      expect: {},
    },
  ]
}

function wantedProtections(stored: ReadonlySet<string>, file: ProjectFile): ReadonlySet<string> {
  const wanted = new Set([...stored].filter((subject) => !isOfPresentSection(subject, file)))
  for (const section of projectFileSections)
    for (const [name, { preventDestroy }] of Object.entries(file[section] ?? {})) {
      const subject = subjectOf(section, name)
      if (preventDestroy ?? stored.has(subject)) wanted.add(subject)
    }
  return wanted
}

const isOfPresentSection = (subject: string, file: ProjectFile): boolean =>
  projectFileSections.some((section) => file[section] !== undefined && subject.startsWith(`${section}/`))
