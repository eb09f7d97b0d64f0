import { useParams } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { read } from '../../api/client.ts'
import { useOperation } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { Permitted } from '../../components/permitted.tsx'
import { PlannedChanges } from '../../components/planned-changes.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { saveFile } from '../../components/save-file.ts'
import { Page } from '../../layouts/page.tsx'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import {
  keyOf,
  type ProjectFileValues,
  readProjectFile,
  type SecretReference,
  secretsIn,
  withSecrets,
  writeProjectFile,
} from './file-form.ts'
import { isHarmful, useProjectFile } from './use-project-file.ts'

export function ProjectFilePage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/file' })
  const project = useOperation('project_get', { projectId })
  return (
    <Page title={t.nav.projectFile} text={t.projects.file.text(project.name)} width="narrow">
      <PresentFile projectId={projectId} />
      <AppliedFile projectId={projectId} refusal={refusalFor(project, 'edit')} />
    </Page>
  )
}

function PresentFile({ projectId }: { readonly projectId: string }) {
  const [isLoading, setLoading] = useState(false)
  const download = async (): Promise<void> => {
    setLoading(true)
    try {
      const { file } = await read('project_file_get', { projectId })
      saveFile(await writeProjectFile(file), 'application/yaml', 'signet.yaml')
    } catch (error) {
      toast(problemOf(error).detail)
    } finally {
      setLoading(false)
    }
  }
  return (
    <Card title={t.projects.file.presentTitle} text={t.projects.file.presentText}>
      <div>
        <Button onPress={() => void download()} isPending={isLoading}>
          {t.projects.file.download}
        </Button>
      </div>
    </Card>
  )
}

interface AppliedFileProps {
  readonly projectId: string
  readonly refusal: string | null
}

function AppliedFile({ projectId, refusal }: AppliedFileProps) {
  const [text, setText] = useState('')
  const [invalid, setInvalid] = useState<string | undefined>()
  const [references, setReferences] = useState<readonly SecretReference[] | null>(null)
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({})
  const { plan, forget, run, apply, isPlanning, isApplying, problem } = useProjectFile(projectId)
  const change = (next: string): void => {
    setText(next)
    setInvalid(undefined)
    setReferences(null)
    setSecrets({})
    forget()
  }
  const show = async (): Promise<void> => {
    try {
      const file = await readProjectFile(text)
      if (!file) return setInvalid(t.projects.file.noObject)
      const found = secretsIn(file)
      setReferences(found)
      // The values of secrets are requested before the first plan.
      if (found.length > 0 && references === null) return
      run(withSecrets(file, secrets) as ProjectFileValues)
    } catch (error) {
      setInvalid(t.projects.file.invalid(error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''))
    }
  }
  return (
    <>
      <Card title={t.projects.file.applyTitle} text={t.projects.file.applyText}>
        <div className="grid grid-cols-1 gap-4">
          <ChosenFile onText={change} />
          <TextField
            label={t.projects.file.content}
            rows={14}
            mono
            spellCheck="false"
            value={text}
            onChange={change}
            error={invalid}
          />
          <Secrets references={references ?? []} secrets={secrets} onChange={setSecrets} />
          <ProblemNotice problem={problem} />
          <div>
            <Permitted
              refusal={refusal}
              kind={plan ? 'secondary' : 'primary'}
              isDisabled={text.trim() === ''}
              isPending={isPlanning}
              onPress={() => void show()}
            >
              {t.projects.file.plan}
            </Permitted>
          </div>
        </div>
      </Card>
      {plan?.isRenewed && <Notice tone="caution" title={t.projects.file.outdated} />}
      {plan && <PlannedChanges changes={plan.changes} />}
      {plan && plan.changes.length > 0 && (
        <div>
          <Permitted
            refusal={refusal}
            kind={isHarmful(plan) ? 'danger' : 'primary'}
            isPending={isApplying}
            onPress={() => apply(plan)}
          >
            {t.projects.file.apply(plan.changes.length)}
          </Permitted>
        </div>
      )}
    </>
  )
}

function ChosenFile({ onText }: { readonly onText: (text: string) => void }) {
  const id = useId()
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <label htmlFor={id} className="text-base font-medium text-ink">
        {t.projects.file.choose}
      </label>
      <FileInput
        id={id}
        accept=".yaml,.yml,.json,application/yaml,application/json"
        onChange={({ currentTarget }) => void currentTarget.files?.[0]?.text().then(onText)}
      />
    </div>
  )
}

interface SecretsProps {
  readonly references: readonly SecretReference[]
  readonly secrets: Readonly<Record<string, string>>
  readonly onChange: (secrets: Readonly<Record<string, string>>) => void
}

function Secrets({ references, secrets, onChange }: SecretsProps) {
  if (references.length === 0) return null
  return (
    <fieldset className="grid grid-cols-1 gap-4">
      <legend className="font-medium">{t.projects.file.secrets}</legend>
      <p className="text-sm text-quiet text-pretty">{t.projects.file.secretsText}</p>
      {references.map(({ path, source }) => (
        <PasswordField
          key={keyOf(path)}
          label={keyOf(path)}
          hint={source}
          autoComplete="off"
          value={secrets[keyOf(path)] ?? ''}
          onChange={(value) => onChange({ ...secrets, [keyOf(path)]: value })}
        />
      ))}
    </fieldset>
  )
}
