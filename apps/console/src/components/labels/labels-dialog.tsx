import type { Input } from '../../api/client.ts'
import { t } from '../../texts/index.ts'
import { OpenFormDialog } from '../form-dialog.tsx'
import { FormText } from '../form-text.tsx'
import { labelsOfText, textOfLabels } from './label-text.ts'
import type { LabelChange, ObjectLabels } from './object-labels.ts'

interface Values {
  readonly labels: string
  readonly managedByTool: string
}

export const LabelsDialog = ({
  object,
  operation,
  at,
  refusal,
  onClose,
}: ObjectLabels & { readonly onClose: () => void }) => (
  <OpenFormDialog<LabelChange, Values>
    label={t.labels.edit}
    refusal={refusal}
    title={t.labels.title}
    text={t.labels.text}
    operation={operation}
    initial={{ labels: textOfLabels(object.labels ?? {}), managedByTool: object.managedByTool ?? '' }}
    toInput={({ labels, managedByTool }) =>
      ({
        ...at,
        labels: labelsOfText(labels) ?? {},
        managedByTool: managedByTool.trim() || null,
      }) as Input<LabelChange>
    }
    check={({ labels }) => ({ labels: labelsOfText(labels) ? undefined : t.labels.lines })}
    fields={['labels', 'managedByTool']}
    submitLabel={t.common.save}
    done={t.labels.saved}
    onClose={onClose}
  >
    {(form) => (
      <>
        <FormText
          form={{ ...form, errorAt: form.errorsWithin }}
          name="labels"
          label={t.labels.title}
          hint={t.labels.hint}
          rows={5}
          mono
          autoComplete="off"
          spellCheck="false"
        />
        <FormText
          form={form}
          name="managedByTool"
          label={t.labels.tool}
          hint={t.labels.toolHint}
          autoComplete="off"
          spellCheck="false"
        />
      </>
    )}
  </OpenFormDialog>
)
