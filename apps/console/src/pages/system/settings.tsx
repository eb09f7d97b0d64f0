import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { useOperation } from '../../api/operation.ts'
import { settingNamesQuery } from '../../api/setting-names.ts'
import { Sections } from '../../components/sections.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { SettingEditor } from './setting-editor.tsx'
import { groupOf, groupOrder, isChanged, type Setting } from './setting-groups.ts'
import { useSettingHistory } from './setting-history.ts'

function useShownSettings() {
  const { settings } = useOperation('settings_get', {})
  const names = useSuspenseQuery(settingNamesQuery).data
  const { q = '' } = useSearch({ from: '/shell/system' })
  const [isNarrow, setNarrow] = useState(false)
  const words = q.trim().toLowerCase().split(/\s+/)
  const textOf = ({ key, description }: Setting): string =>
    [key, names[key], t.settings[key], description, t.system.groups[groupOf(key)]].join(' ').toLowerCase()
  const shown = settings.filter(
    (setting) => words.every((word) => textOf(setting).includes(word)) && (!isNarrow || isChanged(setting)),
  )
  return { names, shown, q, isNarrow, setNarrow }
}

export function SettingsTab() {
  const { names, shown, q, isNarrow, setNarrow } = useShownSettings()
  const changesOf = useSettingHistory()
  const [hasKeys, setHasKeys] = useState(false)
  const navigate = useNavigate()
  const search = q ? { q } : {}
  const setQ = (next: string): void =>
    void navigate({ ...paths.system(next ? { q: next } : {}), replace: true })
  const byGroup = Object.groupBy(shown, ({ key }) => groupOf(key))
  const groups = groupOrder.filter((group) => byGroup[group])
  return (
    <>
      <search className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="flex w-full max-w-md">
          <SearchBox label={t.system.search} placeholder={t.system.search} value={q} onChange={setQ} />
        </div>
        <Checkbox label={t.system.onlyChanged} isSelected={isNarrow} onChange={setNarrow} />
        <Checkbox label={t.system.showKeys} isSelected={hasKeys} onChange={setHasKeys} />
      </search>
      {shown.length === 0 && (
        <Nothing
          onClear={() => {
            setQ('')
            setNarrow(false)
          }}
        />
      )}
      {shown.length > 0 && (
        <div data-keys={hasKeys || q.includes('.') || undefined} className="group/keys">
          <Sections
            page={paths.system(search)}
            areAllShown={q !== '' || isNarrow}
            sections={groups.map((group) => ({
              id: group,
              title: t.system.groups[group],
              anchors: byGroup[group]?.map(({ key }) => key) ?? [],
              content: (
                <Card title={t.system.groups[group]}>
                  <div className="grid grid-cols-1">
                    {byGroup[group]?.map((setting) => (
                      <SettingEditor
                        key={setting.key}
                        setting={setting}
                        names={names}
                        changes={changesOf(setting.key)}
                      />
                    ))}
                  </div>
                </Card>
              ),
            }))}
          />
        </div>
      )}
    </>
  )
}

const Nothing = ({ onClear }: { onClear: () => void }) => (
  <Card>
    <EmptyState
      icon={<SearchX size={20} />}
      title={t.system.none}
      action={<Button onPress={onClear}>{t.common.clearFilters}</Button>}
    />
  </Card>
)
