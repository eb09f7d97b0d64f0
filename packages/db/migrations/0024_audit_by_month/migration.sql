-- The audit as a table of months (decision 57). No service may use the schema of the months: entries are written and read
-- through audit_entries alone, so that its grants and its guard hold for all of them.
CREATE SCHEMA signet_audit;

-- In one transaction the table that was becomes a partition, from the beginning to the end of this month or of its newest
-- entry's. No row is copied. Its new primary key is built meanwhile, since that of a partitioned table contains the partition
-- key; the other indexes are those of the partitioned table already.
DO $$
DECLARE
  upper timestamptz;
  acl record;
BEGIN
  LOCK TABLE audit_entries IN ACCESS EXCLUSIVE MODE;
  ALTER TABLE audit_entries SET SCHEMA signet_audit;
  ALTER TABLE signet_audit.audit_entries RENAME TO entries_before;
  ALTER TABLE signet_audit.entries_before DROP CONSTRAINT audit_entries_pkey;
  DROP INDEX signet_audit.audit_entries_at_id_idx;
  ALTER TABLE signet_audit.entries_before ADD PRIMARY KEY (at, id);

  CREATE TABLE public.audit_entries (
    LIKE signet_audit.entries_before INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
    CONSTRAINT audit_entries_pkey PRIMARY KEY (at, id)
  ) PARTITION BY RANGE (at);
  CREATE INDEX audit_entries_actor_at_id_idx ON public.audit_entries (actor, at, id);
  CREATE INDEX audit_entries_target_id_at_id_idx ON public.audit_entries (target_id, at, id);
  CREATE INDEX audit_entries_project_id_at_id_idx ON public.audit_entries (project_id, at, id);
  CREATE INDEX audit_entries_target_scope_at_id_idx ON public.audit_entries (target_scope, at, id);
  CREATE INDEX audit_entries_connection_id_at_id_idx ON public.audit_entries (connection_id, at, id);
  CREATE INDEX audit_entries_action_at_id_idx ON public.audit_entries (action, at, id);
  CREATE TRIGGER audit_entries_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON public.audit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_change();
  ALTER TABLE public.audit_entries ENABLE ALWAYS TRIGGER audit_entries_append_only;

  -- Services of the release before go on writing.
  FOR acl IN
    SELECT a.privilege_type AS privilege, quote_ident(r.rolname) AS role
    FROM pg_class c, aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
    WHERE c.oid = 'signet_audit.entries_before'::regclass AND a.grantee <> c.relowner
  LOOP
    EXECUTE format('GRANT %s ON public.audit_entries TO %s', acl.privilege, acl.role);
    EXECUTE format('REVOKE ALL ON signet_audit.entries_before FROM %s', acl.role);
  END LOOP;

  SELECT (date_trunc('month', greatest(now(), max(at)) AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC' INTO upper
  FROM signet_audit.entries_before;
  IF EXISTS (SELECT FROM signet_audit.entries_before) THEN
    EXECUTE format('ALTER TABLE public.audit_entries ATTACH PARTITION signet_audit.entries_before
      FOR VALUES FROM (MINVALUE) TO (%L)', upper);
  ELSE
    DROP TABLE signet_audit.entries_before;
  END IF;
END
$$;

-- The partitions with their bounds. Without a lower one: what was before the months; without any: the default partition.
CREATE VIEW signet_audit.partitions AS
  SELECT c.relname::text AS name,
    (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \(''([^'']+)'))[1]::timestamptz AS lower,
    (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''([^'']+)'))[1]::timestamptz AS upper
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'public.audit_entries'::regclass;

-- With the guard of the whole: a trigger of the partitioned table does not fire for a statement that names a partition.
CREATE FUNCTION signet_audit.attach(name text, bounds text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE TABLE signet_audit.%I (LIKE public.audit_entries INCLUDING ALL)', name);
  EXECUTE format('CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON signet_audit.%I
    FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_change()', name);
  EXECUTE format('ALTER TABLE signet_audit.%I ENABLE ALWAYS TRIGGER audit_entries_append_only', name);
  EXECUTE format('ALTER TABLE public.audit_entries ATTACH PARTITION signet_audit.%I %s', name, bounds);
END
$$;

-- Makes the partitions of this month and of the three after it, and of every month the default partition has entries of,
-- which move there. Services call it with the rights of the owner, so it takes no argument.
CREATE FUNCTION public.ensure_audit_partitions() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  missing timestamp[];
  month timestamp;
  overflowed boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('signet_audit.partitions'));
  SELECT EXISTS (SELECT FROM signet_audit.entries_default) INTO overflowed;
  SELECT array_agg(m) INTO missing FROM (
    SELECT date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => n) AS m FROM generate_series(0, 3) n
    UNION SELECT date_trunc('month', at AT TIME ZONE 'UTC') FROM signet_audit.entries_default
  ) wanted
  WHERE NOT EXISTS (
    SELECT FROM signet_audit.partitions p
    WHERE m AT TIME ZONE 'UTC' < p.upper AND (p.lower IS NULL OR m AT TIME ZONE 'UTC' >= p.lower));
  IF missing IS NULL THEN
    RETURN 0;
  END IF;
  IF overflowed THEN
    ALTER TABLE public.audit_entries DETACH PARTITION signet_audit.entries_default;
    ALTER TABLE signet_audit.entries_default RENAME TO entries_moving;
  END IF;
  FOREACH month IN ARRAY missing LOOP
    PERFORM signet_audit.attach('entries_' || to_char(month, 'YYYY_MM'), format('FOR VALUES FROM (%L) TO (%L)',
      month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC'));
  END LOOP;
  IF overflowed THEN
    PERFORM signet_audit.attach('entries_default', 'DEFAULT');
    INSERT INTO public.audit_entries SELECT * FROM signet_audit.entries_moving;
    DROP TABLE signet_audit.entries_moving;
  END IF;
  RETURN cardinality(missing);
END
$$;

REVOKE ALL ON FUNCTION public.ensure_audit_partitions() FROM PUBLIC;

SELECT signet_audit.attach('entries_default', 'DEFAULT');

SELECT public.ensure_audit_partitions();
