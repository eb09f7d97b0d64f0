export { labelled_object_list, project_labelled_object_list } from './labelled-objects.ts'
export { search } from './search.ts'
