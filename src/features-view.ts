/** The views of the features, as the window's frame places them. */
export { ChatView } from './features/chat/view/chat-view.tsx';
export type { InterruptedWork } from './features/evals/contract.ts';
export { FirstRunGate } from './features/first-run/view/first-run.tsx';
export { useLibrary } from './features/review/view/library/use-library.ts';
export { AlteredBadge, VerifiedBadge } from './features/review/view/looking-back/requests-list.tsx';
export { Sidebar } from './features/sessions/view/sidebar.tsx';
export { useCopyConversation } from './features/sessions/view/use-copy-conversation.ts';
export type { TrustView } from './features/settings/contract.ts';

export const loadAuthorView = () =>
  Promise.all([
    import('./features/authoring/view/author-view.tsx'),
    import('./features/evals/view/evals-panel.tsx'),
    import('./features/evals/view/try-panel.tsx'),
    import('./features/repositories/view/import.tsx'),
  ]);
export const loadDialogs = () => import('./features/authoring/view/dialogs.tsx');
export const loadReminders = () => import('./features/bookings/view/reminders.tsx');
export const loadTripsPage = () => import('./features/bookings/view/trips-page.tsx');
export const loadCompaction = () => import('./features/chat/view/compaction.tsx');
export const loadFind = () => import('./features/chat/view/find.tsx');
export const loadGaugePanel = () => import('./features/context/view/gauge-panel.tsx');
export const loadMapView = () => import('./features/context/view/map/map-view.tsx');
export const loadWhatIfPanel = () => import('./features/context/view/map/what-if-panel.tsx');
export const loadDraft = () => import('./features/evals/view/draft.tsx');
export const loadFilesPanel = () => import('./features/files/view/files-panel.tsx');
export const loadPreviewDialog = () => import('./features/files/view/preview-dialog.tsx');
export const loadJudgePage = () =>
  Promise.all([
    import('./features/judging/view/judge-page.tsx'),
    import('./features/review/view/library/session-preview.tsx'),
  ]);
export const loadImport = () => import('./features/repositories/view/import.tsx');
export const loadPublish = () => import('./features/repositories/view/publish.tsx');
export const loadRepositories = () => import('./features/repositories/view/repositories.tsx');
export const loadComparePage = () => import('./features/review/view/library/compare-page.tsx');
export const loadCostsPage = () => import('./features/review/view/library/costs-page.tsx');
export const loadExportDialog = () => import('./features/review/view/library/export-dialog.tsx');
export const loadListPage = () => import('./features/review/view/library/list-page.tsx');
export const loadShareDialog = () => import('./features/review/view/library/share-dialog.tsx');
export const loadTagsDialog = () => import('./features/review/view/library/tags-dialog.tsx');
export const loadDeletedBar = () => import('./features/review/view/looking-back/deleted-bar.tsx');
export const loadReviewBar = () => import('./features/review/view/looking-back/review-bar.tsx');
export const loadSettings = () =>
  Promise.all([
    import('./features/settings/view/settings-dialog.tsx'),
    import('./features/archive/view.tsx'),
    import('./features/mcp/view/mcp-settings.tsx'),
    import('./features/telemetry/view.tsx'),
  ]);
export const loadWatches = () => import('./features/watches/view.tsx');
export const loadSkillsPage = () => import('./features/skills/view/skills-page.tsx');
export const loadSkillsPanel = () => import('./features/skills/view/skills-panel.tsx');
