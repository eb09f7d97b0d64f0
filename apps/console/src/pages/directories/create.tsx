import { useParams } from '@tanstack/react-router'
import { Fingerprint } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { useOperation } from '../../api/operation.ts'
import { BrandChoice } from '../../components/brand-choice.tsx'
import { CreateButtons } from '../../components/create-buttons.tsx'
import { Form, useOperationForm } from '../../components/form.tsx'
import { Panes } from '../../components/guide.tsx'
import { useLeave } from '../../components/leave.ts'
import { ButtonLink } from '../../components/link.tsx'
import { ListEmpty } from '../../components/list-empty.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.ts'
import { RuleFields, ruleFields, ruleInputOf, rulesOf } from './edit.tsx'
import { type DirectoryGuide, directoryOptions, GuideOf, Outline } from './guide.tsx'

type Kind = DirectoryGuide['directory']

export function DirectoryCreatePage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/directories/new' })
  const { providers } = useOperation('federation_provider_list', { projectId })
  const free = providers.filter(({ boundConnection }) => boundConnection === null)
  if (free.length === 0)
    return (
      <Page title={t.directories.new}>
        <Card flush>
          <ListEmpty
            kind="objects"
            icon={<Fingerprint size={20} />}
            title={t.directories.noProvider}
            action={<ButtonLink {...paths.providerNew(projectId)}>{t.directories.newProvider}</ButtonLink>}
          />
        </Card>
      </Page>
    )
  return <Connect projectId={projectId} providers={free} />
}

interface ConnectProps {
  readonly projectId: string
  readonly providers: Answer<'federation_provider_list'>['providers']
}

function Connect({ projectId, providers }: ConnectProps) {
  const { directories } = useOperation('provisioning_directory_list', { projectId })
  const leave = useLeave()
  const first = providers[0]
  const form = useOperationForm({
    operation: 'provisioning_connection_create',
    initial: {
      directory: null as Kind | null,
      providerId: first?.id ?? '',
      ...rulesOf({
        displayName: '',
        correlation: first?.recommendedCorrelation ?? { claim: 'sub', attribute: 'externalId' },
        emailTrust: 'trusted',
        threshold: { count: 50, windowSeconds: 3600 },
      }),
    },
    toInput: ({ directory, providerId, ...rules }) => ({
      projectId,
      directory: directory ?? 'generic',
      providerId,
      ...ruleInputOf(rules),
    }),
    check: ({ displayName }) => ({ displayName: displayName.trim() ? undefined : t.directories.enterName }),
    onDone: ({ id, displayName }) => {
      toast(t.directories.connected(displayName))
      leave(paths.directory(projectId, id))
    },
  })
  const { values, set, errorAt } = form
  const guide = directories.find(({ directory }) => directory === values.directory)
  return (
    <Page title={t.directories.new} text={t.directories.chooseKind}>
      <BrandChoice
        label={t.directories.kind}
        options={directoryOptions(directories)}
        value={values.directory}
        onChange={(directory) => {
          const { recommendedCorrelation } = directories.find((each) => each.directory === directory) ?? {}
          set({ directory, ...recommendedCorrelation })
        }}
      />
      {!values.directory && <Outline />}
      {values.directory && (
        <Panes aside={guide && <GuideOf guide={guide} />}>
          <Card>
            <Form
              form={form}
              label={t.directories.new}
              fields={['directory', 'providerId', ...ruleFields]}
              actions={
                <CreateButtons
                  form={form}
                  label={t.directories.create}
                  cancel={paths.directories(projectId)}
                />
              }
            >
              <Select
                label={t.directories.provider}
                hint={t.directories.providerHint}
                options={providers.map(({ id, displayName }) => ({
                  value: id as string,
                  label: displayName,
                }))}
                value={values.providerId}
                onChange={(providerId) => set({ providerId })}
                error={errorAt('providerId')}
              />
              <RuleFields form={form} />
            </Form>
          </Card>
        </Panes>
      )}
    </Page>
  )
}
