import { useOperationPage } from '../../api/operation.ts'
import { ButtonLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { CopyValue } from '../../ui/copy.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { connectionGuides } from './connection-guides.ts'

/** Returns undefined while the settings are read. */
function useEndpointState(): boolean | undefined {
  const settings = useOperationPage('settings_get', {}).data?.settings
  return settings && settings.find(({ key }) => key === 'mcp.enabled')?.value === true
}

export function Connect() {
  const isOn = useEndpointState()
  const address = `${window.location.origin}/mcp`
  if (isOn === undefined) return null
  if (!isOn)
    return (
      <Card title={t.agents.off} text={t.agents.offText}>
        <div>
          <ButtonLink {...paths.system({ tab: 'settings' })}>{t.agents.toSettings}</ButtonLink>
        </div>
      </Card>
    )
  return (
    <Card title={t.agents.connect} text={t.agents.connectText}>
      <CopyValue value={address} what={t.agents.address} />
      <Tabs
        label={t.agents.connect}
        tabs={connectionGuides(address).map(({ name, kind, code }) => ({
          id: name,
          title: name,
          content: (
            <div className="grid grid-cols-1 gap-2">
              <p className="text-sm text-quiet">{t.agents.guides[kind]}</p>
              <CodeBlock what={name} code={code} />
            </div>
          ),
        }))}
      />
    </Card>
  )
}
