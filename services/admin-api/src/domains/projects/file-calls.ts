import { isDeepStrictEqual } from 'node:util'
import {
  type PlannedChange,
  type ProjectFile,
  type ProjectFileSection,
  projectFileSections,
} from '@signet/contracts'
import type { Executor } from '@signet/db'
import { refuse, refuseValue } from '@signet/runtime'
import type { AnyContext } from '../../implement.ts'
import type { ContainedCall } from '../../pipeline/contained.ts'
import type { Entry } from '../../projects/file-entry.ts'
import type { ProjectRow } from '../../projects/row.ts'
import type { SectionObjects, StoredObject } from './file-objects.ts'
import { settingCalls } from './file-operations.ts'
import { subjectOf } from './file-protections.ts'
import { readSettings, sectionsOf } from './file-sections.ts'

export interface PlannedCall {
  readonly subject: string
  readonly action: PlannedChange['action']
  readonly call: ContainedCall
}

interface Planning {
  readonly executor: Executor
  readonly context: AnyContext
  readonly project: ProjectRow
  readonly file: ProjectFile
  readonly protections: ReadonlySet<string>
}

/** Ordered: the settings of the project or other objects may need objects of earlier sections. */
const creationOrder = ['groups', 'apis', 'providers', 'directories', 'applications', 'mails'] as const
const deletionOrder = ['mails', 'applications', 'apis', 'directories', 'providers', 'groups'] as const

/**
 * Passwords are switched on before the providers change and off after it, so that the project has a sign-in method at every step;
 * deletions are last.
 */
export async function planCalls(planning: Planning): Promise<PlannedCall[]> {
  const bySection = new Map<ProjectFileSection, SectionCalls>()
  for (const section of projectFileSections) bySection.set(section, await callsOf(planning, section))
  const settings = await settingsCalls(planning)
  const startsPasswords = planning.file.project?.passwordLogin === true
  const writing = creationOrder.flatMap((section) => {
    const written = bySection.get(section)?.written ?? []
    if (section !== 'providers') return written
    return startsPasswords ? [...settings, ...written] : [...written, ...settings]
  })
  return [...writing, ...deletionOrder.flatMap((section) => bySection.get(section)?.removed ?? [])]
}

interface SectionCalls {
  readonly written: readonly PlannedCall[]
  readonly removed: readonly PlannedCall[]
}

async function callsOf(planning: Planning, section: ProjectFileSection): Promise<SectionCalls> {
  const { executor, context, project, file, protections } = planning
  const entries = file[section]
  if (entries === undefined) return { written: [], removed: [] }
  const objects = sectionsOf(project.id)[section]
  const stored = await objects.read(executor, context)
  const written: PlannedCall[] = []
  for (const [name, { preventDestroy: _protected, ...entry }] of Object.entries(entries)) {
    const call = await writeCall(planning, { section, objects, stored, name, entry })
    if (call) written.push(call)
  }
  const removed = stored
    .filter(({ name }) => !Object.hasOwn(entries, name))
    .map((object): PlannedCall => {
      const subject = subjectOf(section, object.name)
      if (protections.has(subject)) refuse('object_protected', { detail: `${subject} has preventDestroy.` })
      return { subject, action: 'delete', call: objects.remove(object) }
    })
  return { written, removed }
}

interface Written {
  readonly section: ProjectFileSection
  readonly objects: SectionObjects
  readonly stored: readonly StoredObject[]
  readonly name: string
  readonly entry: Entry
}

async function writeCall(
  { executor, context, project }: Planning,
  { section, objects, stored, name, entry }: Written,
): Promise<PlannedCall | null> {
  const subject = subjectOf(section, name)
  if (stored.some(({ sharedName }) => sharedName === name))
    refuseValue(`file.${section}`, `has the name ${name}, which several objects have: use their ids`)
  const object = stored.find((one) => one.name === name)
  if (!object) return { subject, action: 'create', call: objects.create(name, entry) }
  const changed = changedEntry(object.entry, entry)
  const at = { projectId: project.id, id: object.id }
  const given = (await objects.withoutStored?.(executor, context, at, changed)) ?? changed
  refuseFixedFields(objects, given, `file.${section}.${name}`)
  const call = Object.keys(given).length > 0 ? objects.update(object, given) : null
  return call && { subject, action: 'update', call }
}

/** Values of fields that a read file does not have; null for every other field. */
const defaults: Entry = { labels: {} }

/** Compares with the default when no value is stored. */
const changedEntry = (stored: Entry, entry: Entry): Entry =>
  Object.fromEntries(
    Object.entries(entry).filter(
      ([name, value]) =>
        value !== undefined && !isDeepStrictEqual(value, stored[name] ?? defaults[name] ?? null),
    ),
  )

function refuseFixedFields({ createOnly }: SectionObjects, given: Entry, path: string): void {
  const changed = Object.keys(given).find((name) => createOnly.includes(name))
  if (changed) refuseValue(`${path}.${changed}`, 'cannot be changed: remove the object and create it again')
}

async function settingsCalls({ executor, context, project, file }: Planning): Promise<PlannedCall[]> {
  const changed = changedEntry(await readSettings(executor, context, project), file.project ?? {})
  return settingCalls(project.id, changed).map((call) => ({ subject: 'project', action: 'update', call }))
}
