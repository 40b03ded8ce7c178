// Included before all else when better-sqlite3 is compiled. The headers of Node.js 24.19 and later in that line let an
// ObjectWrap take its clean-up hook away while garbage is collected, where no environment can be found, and the process
// aborts (nodejs/node#65446). Here it has none, as with every Node.js before: better-sqlite3 closes its databases by a hook of
// its own.
#pragma once
#include <node.h>

namespace node {
inline void NoEnvironmentCleanupHook(v8::Isolate*, void (*)(void*), void*) {}
}  // namespace node

#define AddEnvironmentCleanupHook NoEnvironmentCleanupHook
#define RemoveEnvironmentCleanupHook NoEnvironmentCleanupHook
#include <node_object_wrap.h>
#undef AddEnvironmentCleanupHook
#undef RemoveEnvironmentCleanupHook
