import type { Project } from '@signet/contracts'
import { useQuery } from '@tanstack/react-query'
import { operationQuery, useOperation } from '../../api/operation.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/select.tsx'
import { AddressFields } from './address-fields.tsx'
import { PlanUsage } from './plan-usage.tsx'
import { TeamName } from './team-name.tsx'

interface SectionProps {
  readonly project: Project
}

/** The server's preview lists the dependent objects. */
export function AddressChange({ project }: SectionProps) {
  const { can } = useOperation('whoami', {})
  const addressForm = can.addressForms[0] ?? 'path'
  return (
    <Card
      title={t.projects.address}
      text={t.projects.addressChangeText}
      actions={
        <FormDialog
          label={t.projects.addressChange}
          refusal={refusalFor(project, 'changeAddress')}
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
      }
    >
      <p className="font-mono wrap-anywhere">{project.issuer ?? t.projects.noAddressYet}</p>
    </Card>
  )
}

export function OwnerChange({ project }: SectionProps) {
  const teams = useQuery(operationQuery('team_list', {})).data?.teams ?? []
  const others = teams.filter(({ id, kind }) => id !== project.teamId && kind !== 'system')
  return (
    <Card
      title={t.projects.owner}
      text={t.projects.ownerText}
      actions={
        <FormDialog
          label={t.projects.ownerChange}
          refusal={refusalFor(project, 'move') ?? (others.length === 0 ? t.projects.noOtherTeam : null)}
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
      }
    >
      <p>
        <TeamName teamId={project.teamId} />
      </p>
    </Card>
  )
}

/** Shown only when plans are enforced; only super administrators may change the plan. */
export function PlanChange({ project }: SectionProps) {
  const { superAdministrator } = useOperation('whoami', {})
  const summary = useQuery(operationQuery('project_summary_get', { projectId: project.id })).data
  const plans =
    useQuery({ ...operationQuery('plan_list', {}), enabled: superAdministrator }).data?.plans ?? []
  if (!summary?.plan) return null
  const { plan } = summary
  return (
    <Card
      title={t.projects.plan}
      text={t.projects.planText}
      actions={
        superAdministrator && (
          <FormDialog
            label={t.projects.planChange}
            refusal={null}
            title={t.projects.planChange}
            operation="project_plan_set"
            initial={{ planId: plan.id }}
            toInput={({ planId }) => ({ projectId: project.id, planId })}
            fields={['planId']}
            submitLabel={t.projects.planChange}
            done={t.projects.planChanged}
          >
            {({ values, set, errorAt }) => (
              <Select
                label={t.projects.plan}
                options={plans.map(({ id, name }) => ({ value: id, label: name }))}
                value={values.planId}
                onChange={(planId) => set({ planId })}
                error={errorAt('planId')}
              />
            )}
          </FormDialog>
        )
      }
    >
      <PlanUsage plan={plan} hasName />
    </Card>
  )
}
