import type { AuditEntry } from '@signet/contracts'
import { useState } from 'react'
import { useProjectNames } from '../../api/project-search.ts'
import { actorOf, type Names, targetOf } from '../../components/audit/entry-texts.ts'
import type { Filter } from '../../components/list/filter-menu.tsx'
import type { AuditSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'
import type { Suggestion } from './suggestions.ts'

/** Names the filters of the address: by the chosen suggestions, else by the filtered entries. */
export function useChips(search: AuditSearch, entries: readonly AuditEntry[], names: Names) {
  const [chosen, setChosen] = useState<Names>(new Map())
  const { project, actor, targetId } = search
  const projects = useProjectNames([{ projectId: project ?? null }])
  const byActor = entries.find((entry) => entry.actor === actor)
  const ofTarget = entries.find((entry) => entry.targetId === targetId)
  const chips: readonly Filter[] = [
    { name: 'project', label: t.nav.project, options: [], shown: projects.get(project ?? '') },
    {
      name: 'actor',
      label: t.audit.actor,
      options: [],
      shown: chosen.get(actor ?? '') ?? (byActor && actorOf(byActor)),
    },
    {
      name: 'targetId',
      label: t.audit.target,
      options: [],
      shown: chosen.get(targetId ?? '') ?? (ofTarget && targetOf(ofTarget, names)),
    },
  ]
  const remember = ({ value, name }: Suggestion): void => setChosen((now) => new Map([...now, [value, name]]))
  return { chips, remember }
}
