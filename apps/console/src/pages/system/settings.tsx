import { useNavigate, useSearch } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { useOperation } from '../../api/operation.ts'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { SettingEditor } from './setting-editor.tsx'
import { type Group, groupOf, isChanged, type Setting } from './setting-groups.ts'

const textOf = ({ key, description }: Setting): string =>
  `${key} ${t.settings[key] ?? description} ${t.system.groups[groupOf(key)]}`.toLowerCase()

/** All settings of the instance in groups, with a search in their descriptions. */
export function SettingsTab() {
  const { settings } = useOperation('settings_get', {})
  const { q = '' } = useSearch({ from: '/shell/system' })
  const navigate = useNavigate()
  const setQ = (next: string): void =>
    void navigate({ ...paths.system(next ? { q: next } : {}), replace: true })
  const [isNarrow, setNarrow] = useState(false)
  const words = q.trim().toLowerCase().split(/\s+/)
  const shown = settings.filter(
    (setting) => words.every((word) => textOf(setting).includes(word)) && (!isNarrow || isChanged(setting)),
  )
  const groups = Object.entries(Object.groupBy(shown, ({ key }) => groupOf(key)))
  const order = Object.keys(t.system.groups)
  return (
    <>
      <search className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="flex w-full max-w-md">
          <SearchBox label={t.system.search} placeholder={t.system.search} value={q} onChange={setQ} />
        </div>
        <Checkbox label={t.system.onlyChanged} isSelected={isNarrow} onChange={setNarrow} />
      </search>
      {shown.length === 0 && (
        <Card>
          <EmptyState
            icon={<SearchX size={20} />}
            title={t.system.none}
            action={
              <Button
                onPress={() => {
                  setQ('')
                  setNarrow(false)
                }}
              >
                {t.common.clearFilters}
              </Button>
            }
          />
        </Card>
      )}
      {groups
        .toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other))
        .map(([group, some]) => (
          <Card key={group} title={t.system.groups[group as Group]}>
            <div className="grid grid-cols-1">
              {some.map((setting) => (
                <SettingEditor key={setting.key} setting={setting} />
              ))}
            </div>
          </Card>
        ))}
    </>
  )
}
