import type { Project } from '@signet/contracts'
import { useQuery } from '@tanstack/react-query'
import { operationQuery, useOperation } from '../../api/operation.ts'
import { type ActionRow, ActionRows } from '../../components/action-rows.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Select } from '../../ui/select.tsx'
import { AddressFields } from './address-fields.tsx'
import { PlanUsage } from './plan-usage.tsx'
import { TeamName } from './team-name.tsx'

/** The values of a project that have changes of their own. */
export function ProjectCard({ project }: { project: Project }) {
  const rows = [useAddressRow(project), useOwnerRow(project), usePlanRow(project)]
  return (
    <Card title={t.nav.project}>
      <ActionRows rows={rows.filter((row) => row !== null)} />
    </Card>
  )
}

/** The server's preview lists the dependent objects. */
function useAddressRow(project: Project): ActionRow {
  const { can } = useOperation('whoami', {})
  const addressForm = can.addressForms[0] ?? 'path'
  const refusal = refusalFor(project, 'changeAddress')
  return {
    title: t.projects.address,
    value: <span className="font-mono wrap-anywhere">{project.issuer ?? t.projects.noAddressYet}</span>,
    text: t.projects.addressChangeText,
    refusal,
    action: (
      <FormDialog
        label={t.projects.addressChange}
        refusal={refusal}
        title={t.projects.addressChangeTitle}
        operation="project_address_change"
        initial={{ addressForm, slug: project.slug ?? '', host: project.host ?? '' }}
        toInput={({ addressForm: form, slug, host }) => ({
          projectId: project.id,
          ...(form === 'host' ? { host: host.trim() } : { addressForm: form, slug: slug.trim() }),
        })}
        fields={['addressForm', 'slug', 'host']}
        submitLabel={t.projects.addressChange}
        danger
        done={t.projects.addressChanged}
      >
        {(form) => <AddressFields form={form} can={can} />}
      </FormDialog>
    ),
  }
}

function useOwnerRow(project: Project): ActionRow {
  const teams = useQuery(operationQuery('team_list', {})).data?.teams ?? []
  const others = teams.filter(({ id, kind }) => id !== project.teamId && kind !== 'system')
  const refusal = refusalFor(project, 'move') ?? (others.length === 0 ? t.projects.noOtherTeam : null)
  return {
    title: t.projects.owner,
    value: (
      <span>
        <TeamName teamId={project.teamId} />
      </span>
    ),
    text: t.projects.ownerText,
    refusal,
    action: (
      <FormDialog
        label={t.projects.ownerChange}
        refusal={refusal}
        title={t.projects.ownerTitle}
        operation="project_owner_change"
        initial={{ teamId: others[0]?.id ?? '' }}
        toInput={({ teamId }) => ({ projectId: project.id, teamId })}
        fields={['teamId']}
        submitLabel={t.projects.ownerChange}
        danger
        done={t.projects.ownerChanged}
      >
        {({ values, set, errorAt }) => (
          <Select
            label={t.projects.team}
            options={others.map(({ id, name }) => ({ value: id as string, label: name }))}
            value={values.teamId}
            onChange={(teamId) => set({ teamId })}
            error={errorAt('teamId')}
          />
        )}
      </FormDialog>
    ),
  }
}

/** Null unless plans are enforced. */
function usePlanRow({ id: projectId }: Project): ActionRow | null {
  const { superAdministrator } = useOperation('whoami', {})
  const plan = useQuery(operationQuery('project_summary_get', { projectId })).data?.plan
  if (!plan) return null
  return {
    title: t.projects.plan,
    value: (
      <>
        {plan.name}
        <Disclosure isQuiet summary={t.projects.planUsage}>
          <PlanUsage plan={plan} />
        </Disclosure>
      </>
    ),
    text: t.projects.planText,
    action: superAdministrator && <PlanChange projectId={projectId} planId={plan.id} />,
  }
}

/** Only super administrators may change the plan. */
function PlanChange({ projectId, planId }: { projectId: string; planId: string }) {
  const plans = useQuery(operationQuery('plan_list', {})).data?.plans ?? []
  return (
    <FormDialog
      label={t.projects.planChange}
      refusal={null}
      title={t.projects.planChange}
      operation="project_plan_set"
      initial={{ planId }}
      toInput={(values) => ({ projectId, ...values })}
      fields={['planId']}
      submitLabel={t.projects.planChange}
      done={t.projects.planChanged}
    >
      {({ values, set, errorAt }) => (
        <Select
          label={t.projects.plan}
          options={plans.map(({ id, name }) => ({ value: id, label: name }))}
          value={values.planId}
          onChange={(next) => set({ planId: next })}
          error={errorAt('planId')}
        />
      )}
    </FormDialog>
  )
}
