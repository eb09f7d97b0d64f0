/** Path of the file of `project_user_export`, below the origin of the instance. */
export const userExportPath = '/admin/api/user-export'
