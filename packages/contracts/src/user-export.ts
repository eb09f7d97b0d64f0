/** Below the origin of the instance. */
export const userExportPath = '/admin/api/user-export'
