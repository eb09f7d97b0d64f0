-- CreateIndex
CREATE INDEX "accounts_email_key_id_idx" ON "accounts"("email_key", "id");

-- CreateIndex
CREATE INDEX "accounts_username_key_id_idx" ON "accounts"("username_key", "id");

-- CreateIndex
CREATE INDEX "groups_display_name_key_id_idx" ON "groups"("display_name_key", "id");

-- CreateIndex
CREATE INDEX "projects_created_at_id_idx" ON "projects"("created_at", "id");
