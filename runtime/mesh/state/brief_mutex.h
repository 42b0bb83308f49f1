// A mutex that is held for a moment only: whoever finds it locked looks a few times more before he sleeps.
#pragma once

#include <pthread.h>

namespace mesh::state {

/// A Lockable of the standard library. Who sleeps for each moment, and is woken with the lock taken by others
/// meanwhile, makes a convoy of all who meet here.
class BriefMutex {
 public:
  BriefMutex() = default;
  ~BriefMutex() { pthread_mutex_destroy(&mutex_); }
  BriefMutex(const BriefMutex&) = delete;
  BriefMutex& operator=(const BriefMutex&) = delete;

  void lock() { pthread_mutex_lock(&mutex_); }
  bool try_lock() { return pthread_mutex_trylock(&mutex_) == 0; }
  void unlock() { pthread_mutex_unlock(&mutex_); }

 private:
#ifdef PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP
  pthread_mutex_t mutex_ = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
#else
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
#endif
};

}  // namespace mesh::state
