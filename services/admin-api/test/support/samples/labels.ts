import type { OperationName } from '@signet/contracts'
import type { Place, Sample } from '../things.ts'

export const labels: { readonly [N in OperationName]?: Sample<N> } = {
  labelled_object_list: async () => ({ label: ['environment=production'] }),
  project_labelled_object_list: async ({ projectId }: Place) => ({ projectId, label: ['environment'] }),
}
