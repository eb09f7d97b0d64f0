import { useNavigate, useSearch } from '@tanstack/react-router'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { ErrorReport } from './error-report.tsx'
import { InstanceKeys } from './keys.tsx'
import { Mail } from './mail.tsx'
import { Plans } from './plans.tsx'
import { SettingsTab } from './settings.tsx'

export function SystemPage() {
  const { tab } = useSearch({ strict: false })
  const navigate = useNavigate()
  return (
    <Page title={t.system.title} text={t.system.text}>
      <Tabs
        label={t.system.title}
        tabs={[
          { id: 'settings', title: t.system.settings, content: <SettingsTab /> },
          { id: 'mail', title: t.system.mail, content: <Mail /> },
          { id: 'errors', title: t.system.errorReport, content: <ErrorReport /> },
          { id: 'plans', title: t.system.plans, content: <Plans /> },
          { id: 'keys', title: t.system.keys, content: <InstanceKeys /> },
        ]}
        selected={tab ?? 'settings'}
        onSelect={(next) =>
          void navigate({ ...paths.system(next === 'settings' ? {} : { tab: next }), replace: true })
        }
      />
    </Page>
  )
}
