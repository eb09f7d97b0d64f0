-- CreateTable
CREATE TABLE "account_words" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "word" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "account_words_pkey" PRIMARY KEY ("project_id","account_id","word")
);

-- CreateIndex
CREATE INDEX "account_words_word_project_id_account_id_idx" ON "account_words"("word", "project_id", "account_id");

-- Returns the words of an account: its names, user name and the local part of its address as words without accents and with
-- lower-case ASCII letters in every locale of the database; `@` and its domain, its telephone numbers and its id in the
-- directory as one word each. A word with other letters keeps their case, and a search compares both cases. The separators
-- and accents are those of services/admin-api/src/lists/words.ts.
CREATE FUNCTION words_of_account(a accounts) RETURNS SETOF TEXT LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY
  SELECT DISTINCT word FROM (
    (SELECT left(part, 100) AS word FROM unnest(regexp_split_to_array(
      lower(regexp_replace(normalize(left(concat_ws(' ',
        split_part(a.email, '@', 1), a.username,
        left(a.claims->>'name', 300), left(a.claims->>'given_name', 300), left(a.claims->>'middle_name', 300),
        left(a.claims->>'family_name', 300), left(a.claims->>'nickname', 300),
        a.profile->>'displayName', a.profile->>'nickName', left(a.profile->'name'->>'formatted', 300),
        a.profile->'name'->>'givenName', a.profile->'name'->>'middleName', a.profile->'name'->>'familyName',
        a.profile->'enterprise'->>'employeeNumber'
      ), 4000), NFKD), U&'[\0300-\036F]', '', 'g') COLLATE "C"),
      '[][\s.,;:/\\(){}@_+"''’-]+'
    )) AS part WHERE part <> '' LIMIT 64)
    UNION ALL
    SELECT '@' || left(lower(split_part(a.email, '@', 2) COLLATE "C"), 100) WHERE a.email LIKE '%@%'
    UNION ALL
    SELECT left(a.external_id, 200) WHERE a.external_id <> ''
    UNION ALL
    SELECT left(regexp_replace(number, '[^+0-9]+', '', 'g'), 40) FROM (
      SELECT a.claims->>'phone_number' AS number
      UNION ALL
      SELECT value->>'value' FROM jsonb_path_query(a.profile, '$.phoneNumbers[*]') AS value
    ) numbers WHERE number ~ '[0-9]'
  ) words;
END
$$;

CREATE FUNCTION keep_account_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM account_words WHERE project_id = OLD.project_id AND account_id = OLD.id;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN NULL;
  END IF;
  INSERT INTO account_words (project_id, word, account_id)
  SELECT NEW.project_id, word, NEW.id FROM words_of_account(NEW) AS word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER accounts_words_insert AFTER INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION keep_account_words();

CREATE TRIGGER accounts_words_delete AFTER DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION keep_account_words();

CREATE TRIGGER accounts_words_update AFTER UPDATE OF email, username, claims, profile, external_id ON accounts
  FOR EACH ROW WHEN (
    (OLD.email, OLD.username, OLD.claims, OLD.profile, OLD.external_id)
      IS DISTINCT FROM (NEW.email, NEW.username, NEW.claims, NEW.profile, NEW.external_id)
  ) EXECUTE FUNCTION keep_account_words();

INSERT INTO account_words (project_id, word, account_id)
SELECT a.project_id, word, a.id FROM accounts a, words_of_account(a) AS word
ON CONFLICT DO NOTHING;
