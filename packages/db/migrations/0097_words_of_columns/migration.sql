-- Returns the words of an account from its columns, as words_of_account of migration 0053 returned them from its row. A function of
-- columns also accepts the row of a shard, whose type is not that of the table.
CREATE FUNCTION words_of_columns(email text, username text, claims jsonb, profile jsonb, external_id text)
RETURNS SETOF TEXT LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY
  SELECT DISTINCT word FROM (
    (SELECT left(part, 100) AS word FROM unnest(regexp_split_to_array(
      lower(regexp_replace(normalize(left(concat_ws(' ',
        split_part(email, '@', 1), username,
        left(claims->>'name', 300), left(claims->>'given_name', 300), left(claims->>'middle_name', 300),
        left(claims->>'family_name', 300), left(claims->>'nickname', 300),
        profile->>'displayName', profile->>'nickName', left(profile->'name'->>'formatted', 300),
        profile->'name'->>'givenName', profile->'name'->>'middleName', profile->'name'->>'familyName',
        profile->'enterprise'->>'employeeNumber'
      ), 4000), NFKD), U&'[\0300-\036F]', '', 'g') COLLATE "C"),
      '[][\s.,;:/\\(){}@_+"''’-]+'
    )) AS part WHERE part <> '' LIMIT 64)
    UNION ALL
    SELECT '@' || left(lower(split_part(email, '@', 2) COLLATE "C"), 100) WHERE email LIKE '%@%'
    UNION ALL
    SELECT left(external_id, 200) WHERE external_id <> ''
    UNION ALL
    SELECT left(regexp_replace(number, '[^+0-9]+', '', 'g'), 40) FROM (
      SELECT claims->>'phone_number' AS number
      UNION ALL
      SELECT value->>'value' FROM jsonb_path_query(profile, '$.phoneNumbers[*]') AS value
    ) numbers WHERE number ~ '[0-9]'
  ) words;
END
$$;

CREATE OR REPLACE FUNCTION keep_account_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM account_words WHERE project_id = OLD.project_id AND account_id = OLD.id;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN NULL;
  END IF;
  INSERT INTO account_words (project_id, word, account_id)
  SELECT NEW.project_id, word, NEW.id
  FROM words_of_columns(NEW.email, NEW.username, NEW.claims, NEW.profile, NEW.external_id) AS word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

DROP FUNCTION words_of_account(accounts);
