export const projects = {
  new: 'New project',
}
