import { useProjectSearch } from '../../api/project-search.ts'
import { t } from '../../texts/index.ts'
import { areas } from './areas.ts'
import { type ObjectChoice, useActors, useTargets } from './objects.ts'

/** A parameter of the address that a suggestion sets. */
export type SuggestedFilter = 'actionPrefix' | 'project' | 'actor' | 'targetId'

export interface Suggestion extends ObjectChoice {
  /** Unique among all suggestions. */
  readonly id: string
  readonly filter: SuggestedFilter
}

export interface SuggestionGroup {
  readonly id: SuggestedFilter
  readonly title: string
  readonly suggestions: readonly Suggestion[]
}

const mostProjects = 3

/** The ids of actors and targets. */
const isId = (text: string): boolean => /^\S*[_:]\S*$/.test(text)

/** Returns areas, projects, actors and targets that match the text. A typed id is offered without a result. */
export function useSuggestions(typed: string, hasProject: boolean): readonly SuggestionGroup[] {
  const text = typed.trim()
  const found = useProjectSearch(text)
  const projects = hasProject && text ? found.slice(0, mostProjects) : []
  const typedId = (note: string): ObjectChoice[] => (isId(text) ? [{ value: text, name: text, note }] : [])
  return [
    groupOf('actionPrefix', t.audit.what, text ? areasOf(text) : []),
    groupOf(
      'project',
      t.nav.project,
      projects.map(({ id, name }) => ({ value: id, name, note: '' })),
    ),
    groupOf('actor', t.audit.actor, [...useActors(text), ...typedId(t.audit.actorId)]),
    groupOf('targetId', t.audit.target, [...useTargets(text), ...typedId(t.audit.targetId)]),
  ].filter(({ suggestions }) => suggestions.length > 0)
}

const groupOf = (
  filter: SuggestedFilter,
  title: string,
  choices: readonly ObjectChoice[],
): SuggestionGroup => ({
  id: filter,
  title,
  suggestions: choices.map((choice) => ({ ...choice, filter, id: `${filter}/${choice.value}` })),
})

const areasOf = (typed: string): ObjectChoice[] =>
  areas
    .filter(({ value, text }) => value && text.toLocaleLowerCase().includes(typed.toLocaleLowerCase()))
    .map(({ value, text }) => ({ value, name: text, note: '' }))
