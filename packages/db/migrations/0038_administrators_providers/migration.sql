-- A provider of the administrators' project never created accounts. Its setting is stored and counted as it works.
UPDATE identity_providers SET provisioning = 'existing_only'
WHERE provisioning = 'jit' AND project_id = (SELECT administrators_project_id FROM instance);
